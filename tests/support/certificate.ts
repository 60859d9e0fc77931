import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A private key and a self-signed certificate (PEM), for servers on this computer that a test trusts. */
export interface Identity {
  readonly key: string;
  readonly certificate: string;
}

const OID = {
  commonName: "550403",
  subjectAlternativeName: "551d11",
  basicConstraints: "551d13",
  ecdsaWithSha256: "2a8648ce3d040302",
};

/** A self-signed X.509 certificate (RFC 5280, DER by ITU-T X.690) for these host names, valid from 2020 to 2048. */
export function createIdentity(hosts: readonly string[]): Identity {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(tagged(0x31, sequence(oid(OID.commonName), text(0x0c, "dailyleet tests"))));
  const validity = sequence(time(Date.UTC(2020, 0)), time(Date.UTC(2049, 0)));
  const names = hosts.map((host) => text(0x82, host));
  const extensions = sequence(
    extension(OID.basicConstraints, sequence(tagged(0x01, Buffer.from([0xff])))),
    extension(OID.subjectAlternativeName, sequence(...names)),
  );
  const certificate = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, extensions),
  );
  const signature = sign("sha256", certificate, privateKey);
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: pem(sequence(certificate, algorithm, bits(signature))),
  };
}

function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  if (size < 0x80) return Buffer.concat([Buffer.from([tag, size]), content]);
  const bytes = size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const sequence = (...contents: readonly Buffer[]) => tagged(0x30, ...contents);
const integer = (bytes: Buffer) => tagged(0x02, bytes);
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, "hex"));
const text = (tag: number, content: string) => tagged(tag, Buffer.from(content));
const bits = (bytes: Buffer) => tagged(0x03, Buffer.from([0]), bytes);
const extension = (id: string, value: Buffer) => sequence(oid(id), tagged(0x04, value));

function time(moment: number): Buffer {
  const digits = new Date(moment).toISOString().replace(/[-:T]|\.\d+/g, "");
  return text(0x17, digits.slice(2));
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").replace(/.{1,64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}
