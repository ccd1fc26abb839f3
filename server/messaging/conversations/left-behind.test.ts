// Conversations created after their user left, with a token that a process still caches as valid: spec 2.6, 5.27.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contacts from '#messaging/contacts/actions.ts'
import { becomeDue, countOf, handOverNoted, removeQuickly } from '../../../test/deletions.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { person } from '../../../test/story.ts'
import { handOverJobs } from './leaving.ts'

const samvad = await startSamvad()
const { organizationId } = samvad.company
const owner = person(samvad)

test('spec 5.27, 2.6: a contact that was made with a token behind the removal of its owner does not stay with them', async () => {
  const member = await samvad.newMember(organizationId, 'agent')
  const asha = { id: publicId('user', member.userId), userId: member.userId }
  const at = samvad.app.clock()
  await removeQuickly(owner, `/v1/users/${asha.id}`)
  assert.equal(await countOf(samvad, 'leavings where user_id = $1', asha.userId), 1, 'noted though nothing is left')
  const actor = {
    organizationId,
    userId: asha.userId,
    tokenId: null,
    callerId: '',
    permissions: new Set<string>(),
    isOperator: false,
    at,
  }
  const made = await samvad.app.database.transaction((tx) => contacts.create(tx, actor, { display_name: 'Late' }))
  const ownerOf = async () => (await samvad.rows('select owner_id from contacts where id = $1', [made.id]))[0]?.owner_id
  await becomeDue(samvad)
  const never = new AbortController().signal
  for (const job of handOverJobs(samvad.app)) while (await job.run(never)) continue
  assert.equal(await countOf(samvad, 'leavings where user_id = $1', asha.userId), 1, 'for 10 seconds')
  await samvad.rows('update contacts set owner_id = $1 where id = $2', [asha.userId, made.id])
  await becomeDue(samvad)
  await handOverNoted(samvad.app)
  assert.equal(await ownerOf(), samvad.company.userId)
  assert.equal(await countOf(samvad, 'leavings where user_id = $1', asha.userId), 0)
})
