/** The health check of a container: ends with 0 when the portal and its database answer. */
const reply = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`, { signal: AbortSignal.timeout(4000) })
process.exit(reply.ok ? 0 : 1)
