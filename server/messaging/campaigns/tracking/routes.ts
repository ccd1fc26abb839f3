// Routes of the tracking links in a campaign's mail: spec 15.20.

import { preferred } from '#edge/accept.ts'
import { type PageLanguage, preferredLanguage, type Worded } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import { open, type PublicInput, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { absent } from '#kit/refusals.ts'
import { type CampaignMail, createCampaignLinks } from './links.ts'
import type { EngagementKind } from './rules.ts'
import { countVisit } from './visits.ts'

/** A transparent image of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** Prevents caching, so that every visit is counted. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

type Request = Pick<PublicInput<unknown, unknown>, 'headers' | 'accept' | 'parameters' | 'query' | 'isHead'>

export function trackingRoutes(app: App): Route[] {
  const links = createCampaignLinks(app)

  /** The page or image is sent even if the visit cannot be counted. */
  async function count(mail: CampaignMail, kind: EngagementKind, { headers, isHead }: Request): Promise<void> {
    const text = (name: string) => headers[name]?.toString() ?? ''
    const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map(text).join(' ')
    try {
      await countVisit(app, mail, { kind, isHead: isHead === true, userAgent: text('user-agent'), purpose })
    } catch (error) {
      app.log.warn({ err: error }, `cannot count a ${kind} of a campaign's mail`)
    }
  }

  return [
    open({
      method: 'GET',
      path: '/i/:token',
      tag: 'Campaigns',
      summary: 'Show the image that counts opens',
      description: 'An image of one pixel in the mail of a campaign with `track`. It sets no cookie.',
      produces: 'image/gif',
      responses: { 200: null },
      async handle(request) {
        const mail = links.read(request.parameters.token ?? '')
        if (!mail) return badLink(request)
        await count(mail, 'open', request)
        return { status: 200, raw: { contentType: 'image/gif', content: PIXEL }, headers: HEADERS }
      },
    }),
    open({
      method: 'GET',
      path: '/l/:token',
      tag: 'Campaigns',
      summary: 'Follow a link of a campaign',
      description:
        'Redirects to the address in `u`, which the token is signed for: it leads nowhere else. It sets no cookie.',
      produces: 'text/html',
      responses: { 302: null },
      async handle(request) {
        const { u: url } = request.query as { u?: unknown }
        const mail = typeof url === 'string' && url !== '' ? links.read(request.parameters.token ?? '', url) : null
        if (!mail) return badLink(request)
        await count(mail, 'click', request)
        return { status: 302, location: url as string, headers: HEADERS }
      },
    }),
  ]
}

const words: Worded<{ title: string; text: string }> = {
  en: {
    title: 'This link does not work',
    text: 'The link is incomplete. Open it from the email again. If it still does not work, reply to the email and ask for the right one.',
  },
  hi: {
    title: 'यह लिंक काम नहीं कर रहा है',
    text: 'लिंक अधूरा है। ईमेल में दिया गया लिंक फिर से खोलें। तब भी काम न करे, तो उस ईमेल का जवाब देकर सही लिंक माँगें।',
  },
}

/** A page for browsers, a problem document for other clients. */
function badLink({ headers, accept }: Request): Reply {
  if (preferred(accept, ['application/problem+json', 'text/html']) !== 'text/html') throw absent('delivery')
  const language: PageLanguage = preferredLanguage(headers['accept-language'])
  const { title, text } = words[language]
  const body = `<h1>${escape(title)}</h1>\n<p>${escape(text)}</p>\n`
  return pageReply(
    { title, site: 'Samvad', body, language },
    { status: 404, headers: { ...pageHeaders(), 'x-robots-tag': 'noindex' } },
  )
}
