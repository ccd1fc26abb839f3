// Waiting invitation mails, as shown before the fence is lifted.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './queries.ts'

export const waitingInvitations: Waiting = {
  what: 'invitations',
  count: queries.waitingMails,
  async settle({ database }, organizationId, before) {
    await database.transaction((tx) => tx.run(queries.settleMailsBefore(organizationId, before)), organizationId)
  },
}
