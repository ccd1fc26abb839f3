// Notices by SMS, only to verified numbers. spec 14.126.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Adapter } from '#messaging/channels/adapter.ts'
import type { NoticeCarrier } from '../carrier.ts'
import { verifiedOf } from './queries.ts'
import { noticeText } from './rules.ts'
import { sendNoticeSms } from './sms.ts'

/** `adapter`: the dispatcher's, because the provider limits connections. The dispatcher closes it. */
export function createSmsCarrier(app: App, adapter: Adapter): NoticeCarrier {
  return {
    async send(notice) {
      await mustNotBeFenced(app)
      try {
        const number = await app.database.reads.row<{ phone_number: string }>(verifiedOf(notice.userId))
        if (!number) return { became: 'unreachable', detail: 'They have no verified number.' }
        const { id, organizationId, userId, type, language } = notice
        const text = noticeText(notice)
        const phoneNumber = number.phone_number
        return await sendNoticeSms(app, adapter, { id, organizationId, userId, phoneNumber, type, language, text })
      } catch (err) {
        app.log.warn({ err }, 'SMS notification failed')
        return { became: 'deferred', detail: 'It could not be sent just now.' }
      }
    },
    close() {},
  }
}
