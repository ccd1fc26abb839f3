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
        'Makes a key that signs the mail of the domain (DKIM), and answers with the records that belong into its DNS. Set them, then verify the domain: it is proven once its proof is there, and its mail is signed once the key is.',
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
      summary: 'Set what a sender domain is for',
      description:
        "As whom mail leaves through the installation's server, once the domain is proven and signs; and which of its addresses are received for, once it is proven and its MX leads here. What is not given stays.",
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
      description: 'Its mail is not signed any more, and its keys are gone. Another organization may prove the domain.',
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
        'Looks its records up in the DNS and says of each what is there. A proof that is not there any more unproves the domain. 409 where another organization has proven it.',
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
      summary: "Make another key for a sender domain's mail",
      description:
        'The new key signs once its record is in the DNS and the domain was verified again; until then the one before does. Leave the record of that one for a week longer: mail that it signed may still be on its way.',
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
