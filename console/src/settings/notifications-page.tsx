import type { NotificationPreferences, NotificationPreferencesChange } from '@samvad/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { mayHear } from '../app/event-types.ts'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Panel, Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Browsers } from './browsers.tsx'
import { usePreferences } from './data.ts'
import { NotificationNumber } from './notification-number.tsx'
import { NotificationTimes } from './notification-times.tsx'
import { words } from './notifications-words.ts'
import { SettingsPage } from './settings-page.tsx'
import { words as settingsWords } from './words.ts'

type Type = keyof NotificationPreferences['types']
const ways = ['in_app', 'email', 'sms', 'push'] as const
type Way = (typeof ways)[number]

const groupOf = (type: string): 'money' | 'work' | 'messages' =>
  type === 'message.received'
    ? 'messages'
    : /^(invitation|webhook_endpoint|channel_account|export)\./.test(type)
      ? 'work'
      : 'money'

export function NotificationsPage() {
  const w = useWords(words)
  const { notifications } = useWords(settingsWords)
  const { data, error, refetch } = usePreferences()
  return (
    <SettingsPage>
      <Section title={notifications} description={w.intro}>
        {data ? <Choices preferences={data} /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
      </Section>
      <Browsers />
      <Section title={w.number} description={w.numberDetail}>
        <NotificationNumber />
      </Section>
      {data && (
        <Section title={w.when}>
          <NotificationTimes preferences={data} />
        </Section>
      )}
    </SettingsPage>
  )
}

/** Shown as chosen at once, and reverted when the server refuses. */
function useChoose() {
  const client = useQueryClient()
  const act = useAct()
  const queryKey = ['notification_preferences']
  return useMutation({
    async mutationFn({ type, way, isChosen }: { type: Type; way: Way; isChosen: boolean }) {
      const types = { [type]: { [way]: isChosen } } as NotificationPreferencesChange['types']
      await client.cancelQueries({ queryKey })
      client.setQueryData<NotificationPreferences>(
        queryKey,
        (before) =>
          before && { ...before, types: { ...before.types, [type]: { ...before.types[type], [way]: isChosen } } },
      )
      if (!(await act(() => api.notificationPreferences.update({ types }))))
        await client.invalidateQueries({ queryKey })
    },
  })
}

function Choices({ preferences }: { preferences: NotificationPreferences }) {
  const w = useWords(words)
  const may = useMay()
  const choose = useChoose()
  const shown = (Object.keys(preferences.types) as Type[]).filter((type) => mayHear(type, may))
  const groups = (['money', 'work', 'messages'] as const)
    .map((group) => ({ group, types: shown.filter((type) => groupOf(type) === group) }))
    .filter(({ types }) => types.length > 0)
  return (
    <Panel>
      <Table
        label={w.what}
        head={
          <>
            <Head>{w.what}</Head>
            {ways.map((way) => (
              <Head key={way} className="px-1! text-center! sm:w-16">
                {w.ways[way]}
              </Head>
            ))}
          </>
        }
      >
        {groups.flatMap(({ group, types }) => [
          <tr key={group} className="border-b border-line bg-canvas">
            <th
              scope="rowgroup"
              colSpan={ways.length + 1}
              className="h-9 px-3 text-start text-small font-medium text-soft"
            >
              {w.groups[group]}
            </th>
          </tr>,
          ...types.map((type) => (
            <Row key={type}>
              <Cell className="min-w-32 sm:min-w-40">{w.types[type] ?? type}</Cell>
              {ways.map((way) => {
                const choices = preferences.types[type] as Partial<Record<Way, boolean>>
                return (
                  <Cell key={way} className="px-0! text-center sm:px-1!">
                    {choices[way] !== undefined && (
                      <Choice
                        label={`${w.types[type] ?? type}: ${w.ways[way]}`}
                        isChosen={choices[way]}
                        onChoose={(isChosen) => choose.mutateAsync({ type, way, isChosen })}
                      />
                    )}
                  </Cell>
                )
              })}
            </Row>
          )),
        ])}
      </Table>
    </Panel>
  )
}

/** Shows the pressed state immediately: the cache updates a moment later, and the checkbox would flicker. */
function Choice({
  label,
  isChosen,
  onChoose,
}: {
  label: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => Promise<unknown>
}) {
  const [pressed, setPressed] = useState<boolean | null>(null)
  return (
    <label className="touch-small -my-1.5 flex items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={pressed ?? isChosen}
        onChange={({ target }) => {
          setPressed(target.checked)
          void onChoose(target.checked).finally(() => setPressed(null))
        }}
        className="size-4 accent-accent"
      />
    </label>
  )
}
