import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts'
import { RepeatableHeaders } from './idempotency-key.ts'

type Parsed<E extends Endpoint, Part extends string> = E extends { [P in Part]: infer Schema } ? z.output<Schema> : unknown

type RequestOf<E extends Endpoint> = FastifyRequest<{
  Params: Parsed<E, 'params'>
  Querystring: Parsed<E, 'query'>
  Body: Parsed<E, 'body'>
}>

/** A handler returns the body that the contract declares, or a reply that it sent itself: a file, a stream, JSON built by the database. */
type Handler<E extends Endpoint> = (request: RequestOf<E>, reply: FastifyReply) => Promise<ReplyOf<E> | FastifyReply>

/** Registers the route of an endpoint. */
export function handle<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: Pick<RouteShorthandOptions, 'exposeHeadRoute' | 'compress' | 'bodyLimit'> = {},
) {
  const { method, path, access, person, repeatable, crossOrigin, params, query, body, replies, ...description } =
    endpoint as Endpoint
  const isCreated = replies && '201' in replies
  app.declaredEndpoints.push(endpoint)
  app.route({
    ...options,
    method,
    url: path,
    config: { access, person, repeatable, crossOrigin },
    schema: {
      ...description,
      ...(repeatable && { headers: RepeatableHeaders }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(replies && { response: replies }),
    },
    handler: (request, reply) => handler(request as RequestOf<E>, isCreated ? reply.code(201) : reply),
  })
}
