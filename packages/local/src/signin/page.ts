import type { Profile } from "../storage/profiles.ts";

/** The sign-in window: this computer's profiles, and a form for one more. */
export function signinPage(profiles: readonly Profile[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign in · dailyleet</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/signin/style.css">
<script src="/signin/script.js"></script>
</head>
<body>
<main>
<h1>Choose a profile</h1>
<p>Your ticks stay on this computer: no Google account is contacted.</p>
<ul>
${profiles.map(profileButton).join("\n")}
</ul>
<form novalidate>
<label for="name">New profile name</label>
<div>
<input id="name" name="name" autocomplete="off" spellcheck="false" aria-describedby="problem">
<button>Create profile</button>
</div>
<p id="problem" aria-live="polite"></p>
</form>
<p id="status" aria-live="polite"></p>
<noscript><p>This window needs JavaScript.</p></noscript>
</main>
</body>
</html>
`;
}

function profileButton({ uid, name }: Profile): string {
  return `<li><button type="button" data-uid="${escapeHtml(uid)}">Continue as <bdi>${escapeHtml(name)}</bdi></button></li>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
