import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createTokenSigner, type TokenKind } from "../../../packages/local/src/identity.ts";

const KINDS: TokenKind[] = ["id", "refresh", "credential"];
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signer = createTokenSigner("secret", Date.now);

test("an ID token tells who it was signed for until its hour is over, to the second, a refresh token for ever", () => {
  let now = 1_800_000_000_999;
  const { sign, verify } = createTokenSigner("secret", () => now);
  const [token, refresh] = [sign("id", { sub: "ann", name: "Ann" }), sign("refresh", { sub: "ann" })];
  expect(verify("id", token)).toEqual({ sub: "ann", name: "Ann", iat: 1_800_000_000, exp: 1_800_003_600 });
  now = 1_800_003_599_999;
  expect(verify("id", token)).toBeTypeOf("object");
  now = 1_800_003_600_000;
  expect(verify("id", token)).toBe("expired");
  now = 1e15;
  expect(verify("refresh", refresh)).toEqual({ sub: "ann", iat: 1_800_000_000 });
});

test.each(KINDS)("a token signed as %s passes for no other kind, nor with another secret", (signed) => {
  const token = signer.sign(signed, { sub: "ann" });
  const passes = KINDS.filter((asked) => signer.verify(asked, token) !== "invalid");
  expect(passes).toEqual([signed]);
  expect(createTokenSigner("other", Date.now).verify(signed, token)).toBe("invalid");
});

test("a token with any one character changed, removed or added is invalid, and so is nonsense", () => {
  const token = signer.sign("id", { sub: "ann" });
  const wrong = ["", ".", "..", "...", "a.b.c", "🎯.🎯.🎯", " "];
  for (let at = 0; at < token.length; at++) {
    const changed = ["A", "B", "-", "_", ".", "=", "é", ""].map(
      (other) => token.slice(0, at) + other + token.slice(at + 1),
    );
    wrong.push(...changed.filter((text) => text !== token), `${token.slice(0, at)}A${token.slice(at)}`);
  }
  expect(wrong.filter((text) => signer.verify("id", text) !== "invalid")).toEqual([]);
});

test("the header decides nothing: other algorithms and none are invalid", () => {
  const payload = encode({ sub: "ann", iat: 0, exp: 9_999_999_999 });
  for (const alg of ["none", "None", "HS512", "RS256"]) {
    const head = `${encode({ alg, typ: "JWT" })}.${payload}`;
    const signature = createHmac("sha256", "secret").update(head).digest("base64url");
    for (const token of [`${head}.`, head, `${head}.${signature}`]) {
      expect(signer.verify("id", token)).toBe("invalid");
    }
  }
});
