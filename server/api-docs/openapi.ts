import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ErrorReply } from '../../contract/replies.ts'
import { sessionCookie } from '../auth/session-cookie.ts'
import { defaultTexts, type Settings } from '../settings.ts'

const refusal = {
  ...z.toJSONSchema(ErrorReply),
  description: 'A refusal: its code and values, a sentence in the language of the request, and the fields that were not valid',
}
/** Replies without a schema. */
const notJson = { type: 'null', description: 'Not JSON: a file or a stream' }

/** `GET /users/id/:id` becomes getUsersIdId: programs that are generated from the document name their functions so. */
function operationId(method: string, url: string) {
  const words = url.split(/[^a-zA-Z]+/).filter(Boolean)
  return [method.toLowerCase(), ...words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join('')
}

/** The document about the calls, made from the schemas that check them: the access, the cookie, and the form of a refusal. */
export function openApi(settings: Settings): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        // The title is replaced by the current one (api-docs.routes.ts).
        title: defaultTexts.portal_title,
        version: '1',
        description: 'What the pages of the portal call. Whoever signs in gets a cookie; send it along.',
      },
      servers: [{ url: settings.PUBLIC_URL ?? '/' }],
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie(settings).name } } },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      const access = route.route.config?.access
      const described = {
        ...schema,
        operationId: operationId(String(route.route.method), url),
        security: access === 'public' ? [] : [{ session: [] }],
        response: { ...((schema['response'] as object) ?? { 200: notJson }), '4XX': refusal },
        'x-access': access,
      }
      return { url, schema: described }
    },
  }
}
