import type { WebhookAttempt, WebhookDelivery } from '@samvad/sdk'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useExplanation } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Code } from '../design/copy.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { lookLater, useDelivery, useEndpoint, useEvent } from './data.ts'
import { DeliveryStatus } from './webhook-status.tsx'
import { words } from './webhooks-words.ts'

interface DeliverySheetProps {
  endpointId: string
  id: string
  onClose: () => void
}

/** One delivery: its request, and the result of each attempt. */
export function DeliverySheet({ endpointId, id, onClose }: DeliverySheetProps) {
  const w = useWords(words)
  const act = useAct()
  const { data, error, refetch } = useDelivery(endpointId, id)
  const { data: endpoint } = useEndpoint(endpointId)
  const retry = async () => {
    const isDone = await act(
      () => api.webhookEndpoints.deliveries.retry(endpointId, id),
      ['webhook_deliveries', endpointId],
    )
    if (!isDone) return
    lookLater(endpointId)
    tell(w.retried)
  }
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={data?.event_type ?? w.event}
      actions={
        data &&
        endpoint?.status === 'enabled' && (
          <Button look="primary" onPress={retry}>
            {w.retry}
          </Button>
        )
      }
    >
      {data ? (
        <DeliveryDetail delivery={data} url={endpoint?.url ?? ''} />
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  )
}

function DeliveryDetail({ delivery, url }: { delivery: WebhookDelivery; url: string }) {
  const w = useWords(words)
  const { data: event, error, refetch } = useEvent(delivery.event_id)
  const headers = [
    `POST ${url}`,
    'content-type: application/json',
    `webhook-id: ${delivery.event_id}`,
    ...(delivery.replay ? ['webhook-replay: true'] : []),
  ]
  return (
    <div className="flex flex-col gap-5">
      <Facts
        facts={[
          {
            name: w.status,
            value: (
              <span className="flex gap-1.5">
                <DeliveryStatus status={delivery.status} />
                {delivery.replay && <Status>{w.isReplay}</Status>}
              </span>
            ),
          },
          { name: w.when, value: <Time at={delivery.created_at} isExact /> },
          delivery.next_attempt_at === null
            ? null
            : { name: w.next, value: <Time at={delivery.next_attempt_at} isExact /> },
          { name: w.about, value: <code>{delivery.object_id}</code> },
          { name: w.id, value: <code>{delivery.id}</code> },
        ]}
      />
      <section>
        <h3 className="mb-2 font-medium">{w.attempts}</h3>
        <ol className="flex flex-col gap-3">
          {delivery.attempts.map((attempt, place) => (
            <Attempt key={`${attempt.at} ${place}`} attempt={attempt} number={place + 1} />
          ))}
        </ol>
      </section>
      <section>
        <h3 className="mb-2 font-medium">{w.request}</h3>
        <div className="flex flex-col gap-2">
          <Code text={headers.join('\n')} />
          {event ? (
            <Code text={JSON.stringify(event, null, 2)} />
          ) : error ? (
            <Failed error={error} onRetry={refetch} />
          ) : (
            <Skeleton rows={3} />
          )}
        </div>
      </section>
    </div>
  )
}

function Attempt({ attempt, number }: { attempt: WebhookAttempt; number: number }) {
  const w = useWords(words)
  const explained = useExplanation()
  const { status_code, error, error_details, answer, at, duration_ms } = attempt
  const isGood = status_code !== null && status_code >= 200 && status_code < 300
  return (
    <li className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <span>{w.attempt(number)}</span>
        <Status tone={isGood ? 'good' : 'bad'}>{status_code ?? w.noAnswer}</Status>
        <span className="figures text-small text-soft">{w.took(duration_ms)}</span>
        <span className="text-small text-soft">
          <Time at={at} />
        </span>
      </p>
      {error && <p className="text-small text-bad wrap-anywhere">{explained(error, error_details)}</p>}
      {answer ? <Code text={answer} /> : status_code !== null && <p className="text-small text-soft">{w.noBody}</p>}
    </li>
  )
}
