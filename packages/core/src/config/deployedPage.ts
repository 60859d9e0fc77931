import type { Config } from "./config.ts";

const SHARE_CARD = /(?<=<meta property="og:image" content=")(?=\/)/;

/**
 * The built page for one deployment: the address of the picture that a link to it is shown with is a whole one, on the
 * site that Firebase serves under its `authDomain`. Source: https://ogp.me/#metadata
 */
export function deployedPage(html: string, { firebase }: Config): string {
  return firebase ? html.replace(SHARE_CARD, `https://${firebase.authDomain}`) : html;
}
