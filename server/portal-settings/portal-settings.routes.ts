import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/portal-settings.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { storedBranding } from '../branding/branding.queries.ts'
import { type Brandings, environmentOf } from '../branding/branding.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayTo } from '../http/language.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { senderOf } from '../mail/mailer.ts'
import { refuseOthersThanGivers } from '../rights/rights.actions.ts'
import { defaultTexts, type Settings, sendsPasswordLinks } from '../settings.ts'
import { readLogoForm } from './logo.ts'
import { sendTestMail } from './mail-test.ts'
import { portalSettings } from './portal-settings.queries.ts'

export function portalSettingsRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsync {
  return async (app) => {
    await acceptMultipart(app)

    handle(app, endpoints.readSettings, async (request) => {
      const [{ logo_hash, ...stored }, current, ownAddress] = await Promise.all([
        storedBranding(database).read(),
        brandings.read(),
        portalSettings(database).ownAddress(signedInUser(request).id),
      ])
      return {
        settings: stored,
        environment: environmentOf(settings),
        effective: current.in(languageOf(request, current)),
        defaults: defaultTexts,
        heads_may_score_default: settings.HEADS_MAY_SCORE === 'yes',
        logo: settings.LOGO_FILE ? ('environment' as const) : logo_hash ? ('uploaded' as const) : ('default' as const),
        mail: {
          is_configured: settings.SMTP_URL !== undefined,
          from: senderOf(settings),
          own_address: ownAddress,
          sends_password_links: sendsPasswordLinks(settings),
        },
      }
    })

    handle(app, endpoints.editSettings, async (request) => ({
      settings: await auditedTransaction(database, actorOf(request), async (tx, by) => {
        await refuseOtherConfirmation(tx, request.body, by)
        return portalSettings(tx).edit(request.body, by)
      }),
    }))

    handle(app, endpoints.setLogo, async (request, reply) => {
      const logo = await readLogoForm(request, reply)
      await auditedTransaction(database, actorOf(request), (tx, by) => portalSettings(tx).setLogo(logo, by))
      return { message: sayTo(request)(messages.settings.logoSaved) }
    })

    handle(app, endpoints.removeLogo, async (request) => {
      await auditedTransaction(database, actorOf(request), (tx) => portalSettings(tx).removeLogo())
      return { message: sayTo(request)(messages.settings.logoRemoved) }
    })

    handle(app, endpoints.testMail, async (request) => {
      const address = await sendTestMail(database, settings, brandings, actorOf(request), request.body.to)
      return { message: sayTo(request)(messages.settings.mailSent({ address })) }
    })
  }
}

/** Who gives rights decides whether a second one confirms administrators. */
async function refuseOtherConfirmation(tx: Sql, { confirm_administrators: wanted }: endpoints.PortalSettingsInput, by: number) {
  if (wanted === undefined) return
  const { confirm_administrators: stored = false } = await storedBranding(tx).read()
  if (wanted !== stored) await refuseOthersThanGivers(tx, by)
}
