/** The look of the sign-in window: one calm column, light or dark as the system is. */
export const SIGNIN_STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f7f6f2, #16191d);
  --sheet: light-dark(#ffffff, #1f242a);
  --text: light-dark(#22272d, #e8eaed);
  --quiet: light-dark(#5a636d, #a4adb8);
  --line: light-dark(#8b949e, #6e7781);
  --accent: light-dark(#1d6b45, #7fd3a6);
  --accent-text: light-dark(#ffffff, #10251a);
  --fault: light-dark(#a3271b, #ffa198);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  padding: 1.5rem 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
main {
  max-width: 26rem;
  margin: 0 auto;
  padding: 1.5rem;
  background: var(--sheet);
  border-radius: 0.75rem;
  box-shadow: 0 1px 3px rgb(0 0 0 / 20%);
}
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0; color: var(--quiet); }
ul { display: grid; gap: 0.5rem; margin: 1.25rem 0; padding: 0; list-style: none; }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
form { padding-top: 1.25rem; border-top: 1px solid light-dark(#dcdfe3, #343b43); }
form div { display: flex; flex-wrap: wrap; gap: 0.5rem; }
button, input {
  min-height: 2.75rem;
  padding: 0.5rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--sheet);
  color: inherit;
  font: inherit;
}
input { flex: 1 1 10rem; min-width: 0; }
input[aria-invalid] { border-color: var(--fault); }
button { cursor: pointer; }
li button {
  width: 100%;
  overflow-wrap: anywhere;
  border-color: var(--accent);
  background: var(--accent);
  color: var(--accent-text);
  font-weight: 600;
  text-align: start;
}
@media (hover: hover) { button:hover { filter: brightness(0.95); } }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
#problem, #status { margin-top: 0.5rem; }
#problem { color: var(--fault); }
#problem:empty, #status:empty { margin: 0; }
`;
