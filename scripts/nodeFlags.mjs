/**
 * How Node runs the exchange. Requests under way outlive many a young collection with Node's own 16 MB: with room for
 * them an overloaded exchange spends half as long on collecting, and a burst does not wait for that room to grow. What
 * the process keeps in all is no more. `Dockerfile` and `deploy/tidemark.service` say the same.
 */
export const NODE_FLAGS = ['--enable-source-maps', '--min-semi-space-size=16', '--max-semi-space-size=32'];
