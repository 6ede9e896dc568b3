/** Takes the token of an invitation out of the address and lets the service keep it in a cookie that
 * no script can read. */

const TOKEN = "#token=";

/** This page without what follows the `#`. With its origin: a path may begin with two slashes,
 * and would be taken for another host. */
function here() {
  return location.origin + location.pathname + location.search;
}

async function open(token) {
  const game = token.split(".")[0];
  // Out of the address and the history at once, whatever comes of it.
  history.replaceState(null, "", here());
  const answer = await fetch(`/games/${encodeURIComponent(game)}/session`, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ token }),
  });
  const told = await answer.json();
  if (answer.ok) {
    location.replace(told.location);
    return;
  }
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.setAttribute("role", "alert");
  notice.textContent = told.detail;
  document.getElementById("main").prepend(notice);
}

function start() {
  if (location.hash.startsWith(TOKEN)) {
    open(location.hash.slice(TOKEN.length));
  } else if ("crossSite" in document.body.dataset) {
    // Whoever follows a link from another site comes without their cookies, which are for this site
    // only. Asked for from here, the same address shows what their seat may see.
    location.replace(here());
  }
}

start();
addEventListener("hashchange", start);
