// Preloaded into a child: connections by TLS go to a port of this computer, whatever host they ask for. The name that
// the server has to prove stays the one asked for.
const tls = require("node:tls");

const { connect } = tls;
const port = Number(process.env.BENCH_TLS_PORT);
tls.connect = (options, ...rest) => connect({ ...options, host: "127.0.0.1", port }, ...rest);
