import type { z } from 'zod'
import type * as departments from './departments.ts'
import type { Endpoint } from './endpoint.ts'

type EndpointsIn<Module> = Extract<Module[keyof Module], Endpoint>

type AnyEndpoint = EndpointsIn<typeof departments>

/** Every call by its method and path. Types alone: a page that calls loads neither zod nor a schema. */
export type Endpoints = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }
export type Route = keyof Endpoints
/** Those that reply with JSON; the others are files and streams. */
export type JsonRoute = { [R in Route]: Endpoints[R] extends { replies: object } ? R : never }[Route]

/** In an address everything is text, so that numbers may be given as they are. */
type InAddress<Values> = { [Name in keyof Values]: string extends Values[Name] ? Values[Name] | number : Values[Name] }

/** Required only where something in it is. */
type Part<Name extends string, Value> = Partial<Value> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value }

/** What the address of a call is made of. */
export type AddressParts<E extends Endpoint> = (E extends { params: infer Schema }
  ? Part<'params', InAddress<z.input<Schema>>>
  : unknown) &
  (E extends { query: infer Schema } ? Part<'query', InAddress<z.input<Schema>>> : unknown)

export type CallInput<E extends Endpoint> = AddressParts<E> &
  (E extends { consumes: unknown }
    ? { body: FormData }
    : E extends { body: infer Schema }
      ? Part<'body', z.input<Schema>>
      : unknown)
