/** Fields for a time zone, of which the service knows nothing yet, begin with the browser's own. */

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("input[data-own-zone]")) {
  // What somebody has typed stays in a form that was refused.
  if (field.form.querySelector("[aria-invalid]")) continue;
  if (own && field.value === field.defaultValue) field.value = own;
}
