// The delay of events on the live stream while a thousand messages a second are sent and delivered.

import { follow } from '../test/stream.ts'
import { foundOrganizations, type Organization } from './founding.ts'
import { openMailSink } from './mail-sink.ts'
import { median, ROUNDS } from './report.ts'
import { type Bench, draftTo } from './rounds.ts'

const SENDS_PER_SECOND = 1000
const TICK_MS = 10
const CONVERSATIONS = 1000
const RUPEES = 10_000_000
const AIM_MS = 50
const TOLD_WITHIN_MS = 30_000

export async function measureLiveStream(bench: Bench): Promise<void> {
  const { at, seconds, add } = bench
  const sink = await openMailSink()
  try {
    await at.restart({ SAMVAD_SMTP_URL: sink.url, ROLES: 'api,worker' })
    const [one] = (await foundOrganizations(at, 1, { rupees: RUPEES, conversations: CONVERSATIONS })) as [Organization]
    await latenciesOf(at.url, one, 1)
    const rounds: Awaited<ReturnType<typeof latenciesOf>>[] = []
    for (let count = 0; count < ROUNDS; count++) rounds.push(await latenciesOf(at.url, one, seconds))
    const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name]))
    add({
      what: `from the answer to a send until its event reaches a live client, ${SENDS_PER_SECOND} sends a second: median`,
      value: of('p50'),
      unit: 'ms',
      aim: AIM_MS,
      lessIsBetter: true,
      note: `p99 ${of('p99').toFixed(0)} ms; from the request on ${of('p50OfAsked').toFixed(0)} ms; ${Math.round(of('sentPerSecond'))} sends/s, delivered meanwhile`,
    })
  } finally {
    await sink.close()
  }
}

/** Latencies of events, measured from the response to a send and from its request. Every event must arrive. */
async function latenciesOf(url: string, { token, conversations }: Organization, seconds: number) {
  const sentAt = new Map<string, { asked: number; answered: number }>()
  const toldAt = new Map<string, number>()
  const stream = await follow(url, token, '?type=message.created')
  stream.told.push = (...events) => {
    for (const { data } of events) toldAt.set(String(data.data.id), performance.now())
    return 0
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (number: number) => {
    const body = JSON.stringify(draftTo(conversations[number % conversations.length] as string))
    const asked = performance.now()
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })
    const answered = performance.now()
    if (answer.status !== 201) throw new Error(await answer.text())
    sentAt.set(((await answer.json()) as { id: string }).id, { asked, answered })
  }
  const begun = performance.now()
  const sends: Promise<void>[] = []
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.floor(((performance.now() - begun) / 1000) * SENDS_PER_SECOND)
    while (sends.length < due) sends.push(send(sends.length))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(sends)
  const sentPerSecond = sends.length / ((performance.now() - begun) / 1000)
  const until = performance.now() + TOLD_WITHIN_MS
  while ([...sentAt.keys()].some((id) => !toldAt.has(id))) {
    if (performance.now() > until) throw new Error(`${toldAt.size} of ${sentAt.size} sends were told`)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  stream.close()
  const since = (moment: 'asked' | 'answered') =>
    [...sentAt].map(([id, at]) => (toldAt.get(id) as number) - at[moment]).sort((one, other) => one - other)
  const [asked, answered] = [since('asked'), since('answered')]
  const at = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] as number
  return { p50: at(answered, 0.5), p99: at(answered, 0.99), p50OfAsked: at(asked, 0.5), sentPerSecond }
}
