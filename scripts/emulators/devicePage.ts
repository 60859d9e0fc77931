import type { Profile } from "@dailyleet/local";

/** The page on which a person types the code of `dailyleet login` and chooses a profile. */
export function devicePage(people: readonly Profile[], problem = ""): string {
  const buttons = people.map(
    ({ uid, name }) =>
      `<li><button name="uid" value="${escapeHtml(uid)}">Sign in as <bdi>${escapeHtml(name)}</bdi></button></li>`,
  );
  return page(`<h1>Sign in on another device</h1>
<p>This page stands in for Google's: no Google account is contacted.</p>
<p role="alert">${escapeHtml(problem)}</p>
<form method="post" action="/device">
<label for="code">The code that the terminal shows</label>
<div><input id="code" name="code" autocomplete="off" autocapitalize="characters" required autofocus></div>
<ul>${buttons.join("")}</ul>
</form>`);
}

export function thanksPage(name: string): string {
  return page(`<h1>Signed in as <bdi>${escapeHtml(name)}</bdi></h1>
<p>The terminal goes on by itself; this page can be closed.</p>`);
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign in · dailyleet emulators</title>
<link rel="stylesheet" href="/signin/style.css">
</head>
<body><main>${content}</main></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
