// A browser may replace its push subscription: the new one is sent to the server for the session's organization. For
// other organizations each page does it when opened (console/src/app/browser-push.ts).

interface Change extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

interface Session {
  csrf_token: string
  organization: { id: string }
}

const SESSION = '/console/session'
const SUBSCRIPTIONS = '/console/api/v1/push_subscriptions'

export async function renew(event: ExtendableEvent): Promise<void> {
  const { oldSubscription: before, newSubscription } = event as Change
  if (!before) return
  const answer = await fetch(SESSION)
  if (answer.status !== 200) return
  const session = (await answer.json()) as Session
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': session.csrf_token,
    'samvad-organization': session.organization.id,
  }
  const listed = await fetch(SUBSCRIPTIONS, { headers })
  const { data } = (await listed.json()) as { data?: { id: string; endpoint: string }[] }
  const known = data?.find(({ endpoint }) => endpoint === before.endpoint)
  // The browser was not subscribed in this organization.
  if (!known) return
  const after = newSubscription ?? (await subscribedAs(before))
  if (after) await fetch(SUBSCRIPTIONS, { method: 'POST', headers, body: JSON.stringify(after) })
  if (after?.endpoint !== before.endpoint) await fetch(`${SUBSCRIPTIONS}/${known.id}`, { method: 'DELETE', headers })
}

declare const self: ServiceWorkerGlobalScope

/** Null when the user no longer allows it. */
async function subscribedAs({ options }: PushSubscription): Promise<PushSubscription | null> {
  const { applicationServerKey } = options
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null)
}
