import type { WebhookEndpoint } from '@samvad/sdk'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button, IconButton } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import { tell } from '../design/toast.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { SecretShown, WebhookDialog } from './webhook-dialog.tsx'
import { words } from './webhooks-words.ts'
import { words as developerWords } from './words.ts'

/** All actions on an endpoint. */
export function WebhookActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const w = useWords(words)
  const { more } = useWords(developerWords)
  const go = useGo()
  const act = useAct()
  const [open, setOpen] = useState<'edit' | 'replay' | 'rotate' | 'delete' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setOpen(null)
  const { id, status, url } = endpoint
  const isOn = status === 'enabled'
  const set = (to: 'enabled' | 'paused') => async () => {
    if (await act(() => api.webhookEndpoints.update(id, { status: to }), ['webhook_endpoints'])) tell(w.saved)
  }
  const test = async () => {
    await act(async () => {
      const { status_code, error, duration_ms } = await api.webhookEndpoints.test(id)
      const isGood = status_code !== null && status_code >= 200 && status_code < 300
      if (status_code === null) tell(w.testFailed, { detail: error, isBad: true })
      else tell(w.tested(status_code, duration_ms), { isBad: !isGood })
    })
  }
  return (
    <>
      <Button onPress={test}>{w.test}</Button>
      {isOn ? (
        <Button onPress={() => setOpen('replay')}>{w.replay}</Button>
      ) : (
        <Button look="primary" onPress={set('enabled')}>
          {w.resume}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={more(url)}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setOpen('edit')}>{w.edit}</MenuItem>
        {isOn && <MenuItem onSelect={() => void set('paused')()}>{w.pause}</MenuItem>}
        <MenuItem onSelect={() => setOpen('rotate')}>{w.rotate}</MenuItem>
        <MenuLine />
        <MenuItem isDanger onSelect={() => setOpen('delete')}>
          {w.delete}
        </MenuItem>
      </Menu>
      {open === 'edit' && <WebhookDialog endpoint={endpoint} onClose={close} />}
      {open === 'replay' && <ReplayDialog endpointId={id} onClose={close} />}
      {secret !== null && <SecretShown secret={secret} onClose={() => setSecret(null)} />}
      <Confirm
        isOpen={open === 'rotate'}
        onClose={close}
        title={w.rotateTitle}
        action={w.rotate}
        onConfirm={() =>
          act(async () => setSecret((await api.webhookEndpoints.rotateSecret(id)).secret), ['webhook_endpoints'])
        }
      >
        {w.rotateDetail}
      </Confirm>
      <Confirm
        isOpen={open === 'delete'}
        onClose={close}
        title={w.deleteTitle}
        action={w.delete}
        isDanger
        onConfirm={async () => {
          if (!(await act(() => api.webhookEndpoints.delete(id), ['webhook_endpoints', 'list']))) return
          tell(w.deleted)
          go('developers/webhooks', { replace: true })
        }}
      >
        {w.deleteDetail}
      </Confirm>
    </>
  )
}
