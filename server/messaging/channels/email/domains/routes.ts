// The routes of sender domains.

import { once } from '#edge/idempotency.ts'
import { created, direct, noContent, ok, type Reply, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { createDns } from '#kit/dns.ts'
import { Out } from '#kit/wire.ts'
import * as domains from './actions.ts'
import { senderDomain } from './examples.ts'
import { newKey } from './keys.ts'
import { NewSenderDomain, SenderDomain, SenderDomainChange, SenderDomainQuery } from './schema.ts'
import { verify } from './verify.ts'

const tag = 'Channels'
const PATH = '/v1/sender_domains'
const ids = { id: { prefix: 'sdom', noun: 'sender domain' } } as const

export function senderDomainRoutes(app: App): Route[] {
  const { database, sealer, settings } = app
  const dns = createDns(settings)
  return [
    read({
      operationId: 'listSenderDomains',
      method: 'GET',
      path: PATH,
      permission: 'channels.view',
      tag,
      summary: 'List sender domains',
      query: SenderDomainQuery,
      responses: { 200: Out.list(SenderDomain) },
      handle: async (tx, { organizationId }, { query }) => ok(await domains.list(tx, organizationId, query)),
    }),
    direct({
      operationId: 'createSenderDomain',
      method: 'POST',
      path: PATH,
      permission: 'channels.manage',
      tag,
      summary: 'Add a sender domain',
      description:
        'Generates a DKIM key and returns the DNS records to publish. Publish them, then verify the domain. The domain is verified once its ownership record is found, and email is signed once its DKIM record is found.',
      body: NewSenderDomain,
      responses: { 201: SenderDomain },
      refuses: ['already_exists', 'conflict'],
      example: { request: { name: senderDomain.name }, response: senderDomain },
      async handle(idempotency, actor, { body }) {
        const key = await newKey()
        return database.transaction((tx) => {
          const work = async (): Promise<Reply> => {
            const id = await domains.add(tx, actor, body.name, key, sealer)
            const shown = await domains.show(tx, actor.organizationId, id)
            return created(`${PATH}/${shown.id}`, shown)
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        }, actor.organizationId)
      },
    }),
    read({
      operationId: 'retrieveSenderDomain',
      method: 'GET',
      path: `${PATH}/:id`,
      ids,
      permission: 'channels.view',
      tag,
      summary: 'Retrieve a sender domain',
      responses: { 200: SenderDomain },
      handle: async (tx, { organizationId }, { ids }) => ok(await domains.show(tx, organizationId, ids.id as string)),
    }),
    write({
      operationId: 'updateSenderDomain',
      method: 'PUT',
      path: `${PATH}/:id`,
      ids,
      permission: 'channels.manage',
      tag,
      summary: 'Update a sender domain',
      description:
        "Sets the sender of email sent through the installation's mail server (used once the domain is verified and signs), and the addresses that receive email (used once the domain is verified and its MX record points to this installation). Fields that are omitted stay unchanged.",
      body: SenderDomainChange,
      responses: { 200: SenderDomain },
      example: { request: { sender: 'Asha Textiles <hello@asha.example>', receives: ['support'] } },
      async handle(tx, actor, { ids, body }) {
        await domains.change(tx, actor, ids.id as string, body)
        return ok(await domains.show(tx, actor.organizationId, ids.id as string))
      },
    }),
    write({
      operationId: 'deleteSenderDomain',
      method: 'DELETE',
      path: `${PATH}/:id`,
      ids,
      permission: 'channels.manage',
      tag,
      summary: 'Remove a sender domain',
      description:
        'Email from the domain is no longer signed, and its keys are deleted. Another organization can then verify the domain.',
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await domains.remove(tx, actor, ids.id as string)
        return noContent()
      },
    }),
    direct({
      operationId: 'verifySenderDomain',
      method: 'POST',
      path: `${PATH}/:id/verify`,
      ids,
      permission: 'channels.manage',
      tag,
      summary: 'Verify a sender domain',
      description:
        "Looks up the domain's DNS records and returns the state of each. If the ownership record is gone, the domain is no longer verified. 409 if another organization has verified the domain.",
      responses: { 200: SenderDomain },
      refuses: ['conflict'],
      handle: async (_, actor, { ids }) => ok(await verify(app, dns, actor, actor, ids.id as string)),
    }),
    direct({
      operationId: 'rotateSenderDomainKey',
      method: 'POST',
      path: `${PATH}/:id/rotate_key`,
      ids,
      permission: 'channels.manage',
      tag,
      summary: 'Rotate the DKIM key of a sender domain',
      description:
        'Generates a new DKIM key. It signs once its DNS record is published and the domain is verified again; until then the previous key signs. Keep the previous record for another week, because email signed with it may still be in transit.',
      responses: { 200: SenderDomain },
      async handle(idempotency, actor, { ids }) {
        const id = ids.id as string
        const key = await newKey()
        return database.transaction((tx) => {
          const work = async (): Promise<Reply> => {
            await domains.rotateKey(tx, actor, id, key, sealer)
            return ok(await domains.show(tx, actor.organizationId, id))
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        }, actor.organizationId)
      },
    }),
  ]
}
