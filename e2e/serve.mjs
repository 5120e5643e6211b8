import { serve } from '../dist/server/main.js'

// The test runner holds the other end: when it exits, even by a crash, the server exits too.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()
await serve(process.env, (_name, work) => work())
