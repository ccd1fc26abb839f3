// Mails about a change of address: the confirmation link goes to the new address, the undo link to the previous one.

import { createHmac } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { hashSecret, type Sealer } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import * as users from '#people/identity/actions.ts'
import type { Prepare } from '#people/letters/jobs.ts'
import type { LetterKind } from '#people/letters/texts.ts'
import type { ChangeRow } from './queries.ts'
import * as queries from './queries.ts'

type Does = 'confirm' | 'undo'

/** A token shown in a sandbox differs from one that is really mailed. */
const tokenOf = (sealer: Sealer, does: Does, id: Uuid, isReal: boolean): string =>
  createHmac('sha256', sealer.keyFor('address change link'))
    .update(JSON.stringify([does, id, isReal]))
    .digest('base64url')

export function addressLetters({ sealer, settings, clock }: App): Partial<Record<LetterKind, Prepare>> {
  // In the fragment, which browsers send to no server, so that it appears in no log and no Referer.
  const urlOf = (does: Does, token: string) => `${settings.publicUrl}/console/address#${does}.${token}`
  return {
    async address_asked(tx, details) {
      const change = await tx.row<ChangeRow>(queries.byId(details.change_id as Uuid))
      return change ? { to: change.old_email, email: change.new_email } : null
    },
    async address_confirm(tx, details, isReal) {
      const id = details.change_id as Uuid
      const token = tokenOf(sealer, 'confirm', id, isReal)
      const change = await tx.row<ChangeRow>(queries.keepLink(id, hashSecret(token), isReal, clock()))
      const person = change && (await users.personById(tx, change.user_id))
      if (!person) return null
      return { to: change.new_email, name: person.display_name, url: urlOf('confirm', token) }
    },
    async address_changed(tx, details, isReal) {
      const id = details.change_id as Uuid
      const token = tokenOf(sealer, 'undo', id, isReal)
      const change = await tx.row<ChangeRow>(queries.keepUndo(id, hashSecret(token), clock()))
      return change ? { to: change.old_email, email: change.new_email, url: urlOf('undo', token) } : null
    },
  }
}
