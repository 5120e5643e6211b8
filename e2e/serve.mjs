import { serve } from '../dist/server/main.js'

// The test that started this server holds the other end: when it is gone, however it went, the server goes too.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()
await serve(process.env, (_name, work) => work())
