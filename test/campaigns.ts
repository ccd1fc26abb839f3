// Helpers for tests of campaigns: contacts with consent, lists, a campaign, and its outcome.

import { campaignDeliveryTypes } from '#messaging/campaigns/events.ts'
import { publicId, type TestSamvad, uuidOf } from './harness.ts'
import { until } from './mail-story.ts'
import type { Mailbox } from './mailbox.ts'
import type { Person } from './story.ts'

const offer = {
  name: 'Offer',
  channel: 'email',
  subject: 'Offer for {{village}}',
  text: 'Dear {{name}}, seeds are here.',
}
const named = {
  name: { attribute: 'display_name', fallback: 'friend' },
  village: { attribute: 'village', fallback: 'you' },
}

export function campaignStory(samvad: TestSamvad, mailbox: Mailbox) {
  let made = 0
  const recipients = () => mailbox.received.flatMap(({ envelope }) => envelope.to).toSorted()
  const statusOf = async (who: Person, { id }: { id: string }) => (await who.get(`/v1/campaigns/${id}`)).body
  const wake = () => {
    samvad.app.wake('campaigns')
    samvad.app.wake('dispatch')
  }
  return {
    recipients,
    statusOf,
    receivedBy: (name: string) => recipients().filter((to) => to.startsWith(name)),
    balance: async (who: Person) => (await who.get('/api/v1/billing/balance')).body,

    async contact(who: Person, fields: object, consents = true) {
      const one = await who.make('/v1/contacts', { display_name: `Farmer ${++made}`, ...fields })
      if (consents) await who.make(`/v1/contacts/${one.id}/consents`, { channel: 'email', status: 'granted' })
      return one
    },

    async listOf(who: Person, contacts: { id: string }[]) {
      const list = await who.make('/v1/lists', { name: `List ${++made}` })
      if (contacts.length > 0)
        await who.make(`/v1/lists/${list.id}/members`, { contact_ids: contacts.map(({ id }) => id) })
      return list
    },

    campaign: (who: Person, lists: { id: string }[], more: object = {}) =>
      who.make('/v1/campaigns', { ...offer, variables: named, list_ids: lists.map(({ id }) => id), ...more }),

    ended: (who: Person, one: { id: string }, status = 'completed') =>
      until(
        () => statusOf(who, one),
        (body) => body.status === status,
      ),

    /** Makes the organization's campaign delivery events be written, as an endpoint would; none is called. */
    async subscribe({ organizationId }: { organizationId: string }) {
      await samvad.rows(
        `insert into event_subscriptions (org_id, event_type, subscriber, told_from)
         select $1, type, 'test', 0 from unnest($2::text[]) as given (type)`,
        [organizationId, campaignDeliveryTypes],
      )
    },

    /** Payloads of the events of a type, once at least `count` of them have a position and are listed. */
    async payloadsOf(who: Person, type: string, count = 1) {
      const events = await until(
        async () => (await who.get(`/v1/events?type=${type}`)).body.data,
        ({ length }) => length >= count,
      )
      return events.map(({ data }: any) => data)
    },

    /** Advances the clock 50 ms per check from `moment`: deferred work becomes due, and rate limits admit no more. */
    at<Seen>(moment: Date, look: () => Promise<Seen>, isSo: (seen: Seen) => boolean): Promise<Seen> {
      let passed = 0
      return until(() => {
        samvad.setClock(new Date(moment.getTime() + passed))
        passed += 50
        wake()
        return look()
      }, isSo)
    },

    /** Advances the clock by minutes per check. */
    async later<Seen>(look: () => Promise<Seen>, isSo: (seen: Seen) => boolean, ms = 60_000): Promise<Seen> {
      const seen = await until(() => {
        samvad.setClock(new Date(samvad.app.clock().getTime() + ms))
        wake()
        return look()
      }, isSo)
      samvad.setClock(null)
      return seen
    },

    /** Inserts `count` contacts with consent on a new list by SQL, as an import leaves them for the audience. */
    async crowd(company: { organizationId: string; userId: string }, who: Person, count: number) {
      const list = await who.make('/v1/lists', { name: `Crowd ${++made}` })
      const name = `crowd${made}n`
      await samvad.rows(
        `with made as (
           insert into contacts (org_id, id, display_name, email, owner_id, created_at)
           select $1, uuidv7(), $3 || n, $3 || n || '@farm.example', $4, $5 from generate_series(1, $2::int) n
           returning id),
         agreed as (
           insert into consents (org_id, contact_id, id, channel, status, source, created_at)
           select $1, id, uuidv7(), 'email', 'granted', 'import', $5 from made)
         insert into list_members (org_id, list_id, contact_id, created_at) select $1, $6, id, $5 from made`,
        [company.organizationId, count, name, company.userId, samvad.app.clock(), uuidOf('list', list.id)],
      )
      await samvad.rows('update lists set contact_count = $2 where id = $1', [uuidOf('list', list.id), count])
      return { list, name }
    },

    /** The recipients of a campaign with their status, the latest first. */
    async recipientsOf(one: { id: string }) {
      const rows = await samvad.rows<{ contact_id: string; number: number; status: string }>(
        'select contact_id, number, status from campaign_recipients where campaign_id = $1 order by number desc',
        [uuidOf('camp', one.id)],
      )
      return rows.map((row) => ({ ...row, contactId: publicId('contact', row.contact_id) }))
    },
  }
}
