/** Takes the token of an invitation, or the secret of a personal link, out of the address and lets
 * the service keep what it opens in a cookie that no script can read. */

const TOKEN = "#token=";
const DESK = "#desk=";

/** This page without what follows the `#`. With its origin: a path may begin with two slashes,
 * and would be taken for another host. */
function here() {
  return location.origin + location.pathname + location.search;
}

async function exchange(address, secrets, back) {
  // Out of the address and the history at once, whatever comes of it.
  history.replaceState(null, "", here());
  const answer = await fetch(address, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(secrets),
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
  const main = document.getElementById("main");
  notice.append(" ", link(back, main.dataset));
  main.prepend(notice);
}

/** Where somebody goes whose link opens nothing any more, in the words of the page. */
function link([address, called], words) {
  const way = document.createElement("a");
  way.href = address;
  way.textContent = words[called];
  return way;
}

function start() {
  if (location.hash.startsWith(TOKEN)) {
    const token = location.hash.slice(TOKEN.length);
    const session = `/games/${encodeURIComponent(token.split(".")[0])}/session`;
    exchange(session, { token }, [`${session}#lost`, "lostSeat"]);
  } else if (location.hash.startsWith(DESK)) {
    const secret = location.hash.slice(DESK.length);
    exchange("/sign-in/link", { link: secret }, ["/sign-in", "lostDesk"]);
  } else if ("crossSite" in document.body.dataset) {
    // A reader who follows a link from another site sends no cookies, which are for this site
    // only. Asked for from here, the same address shows what their seat may see.
    location.replace(here());
  }
}

start();
addEventListener("hashchange", start);
