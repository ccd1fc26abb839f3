// Checks the account's rules again at sending time, because the address, the account and the hour may have changed. The
// text is not judged again: a matched template version stays.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import { Refusal } from '#kit/refusals.ts'
import { sendingRuleOf } from '#messaging/channels/accounts/access.ts'
import type { AccountState } from '#messaging/channels/accounts/kind.ts'
import type { OutboundTemplate, SendResult } from '#messaging/channels/adapter.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import * as templateQueries from '#messaging/templates/queries.ts'
import { createFindRegistered, type FindRegistered, judged } from '#messaging/templates/registered.ts'
import { createOutboundTemplates } from '#messaging/templates/used.ts'

const detailsOfRefusal = ({ reason, params, message }: Refusal): Details =>
  reason === null ? message : [{ code: reason, params }]

interface Leaving {
  organizationId: Uuid
  channel: ChannelName
  address: string
  text: string | null
  template: OutboundTemplate | null
  account: AccountState
}

/** The template to send it with, the earliest time at which it may be sent, or its outcome without sending. */
export type MayLeave = (
  leaving: Leaving,
) => Promise<{ template: OutboundTemplate | null } | { from: Date } | { result: SendResult }>

export function createMayLeave(app: App): MayLeave {
  const find = createFindRegistered(app)
  const outbound = createOutboundTemplates(app)

  /** The cached templates may have been deleted or paused since; then they are read again. spec 7.82 */
  async function findNow(...asked: Parameters<FindRegistered>): ReturnType<FindRegistered> {
    const [organizationId, channel] = asked
    const looked = await find(...asked)
    if (looked.found === null) return looked
    const { id: templateId, version } = looked.found
    const stale = templateQueries.stale([organizationId], [{ place: 1, templateId, version }])
    if ((await app.database.reads.row(stale)) === undefined) return looked
    find.forget(organizationId, channel)
    return find(...asked)
  }

  return async ({ organizationId, channel, address, text, template: known, account }) => {
    const rule = sendingRuleOf(app.settings, channel, account)
    if (rule === null || !rule.isFor(address)) return { template: known }
    let template = known
    if (template === null && rule.words !== null && text !== null) {
      const found = judged(await findNow(organizationId, channel, rule.words, text), rule.words)
      if (found instanceof Refusal)
        return { result: { outcome: 'refused', code: found.code, detail: detailsOfRefusal(found) } }
      const { id, version } = found
      template = (await outbound(organizationId, { id, version, variables: {} })).template
    }
    const at = app.clock()
    const from = template?.category === undefined ? at : rule.mayLeaveAt(template.category, at)
    return from > at ? { from } : { template }
  }
}
