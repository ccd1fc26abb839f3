import { execSync } from 'node:child_process'
import { install, credit, makeConversations } from './installation.ts'
import { load } from './load.ts'
const i = await install({ ROLES: process.argv[2] ?? 'api' })
await credit(i, 10_000_000)
const convs = await makeConversations(i, 1000, 1000)
const requests = convs.map((c) => ({ path: '/v1/messages', body: { conversation_id: c, channel: 'email', subject: 'Your order', text: 'It has left our house today and will be with you tomorrow.' } }))
const port = new URL(i.url).port
const pid = execSync(`ss -ltnp | grep ":${port} " | grep -o 'pid=[0-9]*' | head -1 | cut -d= -f2`).toString().trim()
const tick = (p: string) => { try { const s = execSync(`cat /proc/${p}/stat`).toString().split(') ')[1]!.split(' '); return (Number(s[11]) + Number(s[12])) * 10 } catch { return 0 } }
const pgpids = (await i.database.query("select pid from pg_stat_activity")).rows.map((r) => String(r.pid))
const cpu = () => ({ api: tick(pid), pg: pgpids.reduce((a, p) => a + tick(p), 0), load: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 })
async function measure(name: string, l: any) {
  const a = cpu(), r = await load(l), b = cpu()
  const n = r.perSecond * l.seconds
  console.log(name, Math.round(r.perSecond), '/s p50', r.p50Ms, 'p99', r.p99Ms, 'fail', r.failures, 'cpu µs/req: api', Math.round((b.api - a.api) * 1000 / n), 'pg', Math.round((b.pg - a.pg) * 1000 / n), 'load', Math.round((b.load - a.load) * 1000 / n))
}
for (let n = 0; n < 2; n++) await measure('send', { url: i.url, token: i.token, method: 'POST', connections: 64, seconds: 5, requests })
await measure('get', { url: i.url, token: i.token, connections: 64, seconds: 3, requests: convs.map((c) => ({ path: '/v1/conversations/' + c })) })
await measure('list', { url: i.url, token: i.token, connections: 64, seconds: 3, requests: [{ path: '/v1/conversations' }] })
await measure('put', { url: i.url, token: i.token, method: 'PUT', connections: 64, seconds: 3, requests: convs.map((c) => ({ path: '/v1/conversations/' + c, body: {is_pinned: true} })) })
await i.stop()
