import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** The error without the details that PostgreSQL adds: they may quote a whole row, a password's hash among it. */
function withoutRows(error: Error) {
  const {
    detail: _detail,
    where: _where,
    parameters: _parameters,
    ...serialized
  } = stdSerializers.err(error) as Record<string, unknown>
  return serialized
}

/** The log is JSON lines: a line break in user input stays inside its line. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: withoutRows },
    redact: ['*.password', '*.current_password', '*.new_password', '*.cookie', 'busboyOptions.headers'],
  }
  return destination ? pino(options, destination) : pino(options)
}

/** A logger with the request's id. It is created when something is logged, because most requests log nothing. */
export function logOf(request: FastifyRequest) {
  return request.log.child({ request_id: request.id })
}
