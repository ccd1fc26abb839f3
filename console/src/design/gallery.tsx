// Shows every component with the most difficult content, in light and dark and at any width.

import { SamvadError } from '@samvad/sdk'
import { Archive, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '../app/channels.ts'
import { useMinute } from '../app/clock.ts'
import { chooseTheme } from '../app/theme.ts'
import { Avatar } from './avatar.tsx'
import { BulkBar, SelectBox } from './bulk-bar.tsx'
import { Button, IconButton } from './button.tsx'
import { ChartOrTable } from './chart-or-table.tsx'
import { ChatBubble } from './chat-bubble.tsx'
import { Choices } from './choices.tsx'
import { Code } from './copy.tsx'
import { Confirm, Dialog } from './dialog.tsx'
import { Facts } from './facts.tsx'
import { Checkbox, Field, Input, Select, TextArea } from './field.tsx'
import { Identity } from './identity.tsx'
import { Menu, MenuItem, MenuLine } from './menu.tsx'
import { Money, TestMoney } from './money.tsx'
import { More } from './more.tsx'
import { Page, Panel, Section } from './page.tsx'
import { Problem } from './problem.tsx'
import { Progress } from './progress.tsx'
import { grouped } from './rupees.ts'
import { Spinner } from './spinner.tsx'
import { Empty, Failed, Skeleton } from './states.tsx'
import { Channel, Notice, Status } from './status.tsx'
import { Cell, Head, Row, Table } from './table.tsx'
import { Time } from './time.tsx'
import { tell } from './toast.tsx'

const UGLY =
  'Śrī Venkaṭanarasiṃharājuvāripēṭa 👩‍👩‍👧‍👦 ولاية مرحبا — Aktiengesellschaft-für-sehr-lange-Namen@example.com'
const failure = new SamvadError({
  status: 503,
  code: 'temporarily_unavailable',
  title: 'Service temporarily unavailable',
  detail: 'The database did not answer in time.',
  requestId: 'req_7Zk2Lq0sTVY',
})

const days = Array.from({ length: 14 }, (_, day) => ({
  key: `2026-11-${String(day + 10)}`,
  name: `${day + 10} Nov`,
  values: [BigInt(day * 7919), BigInt((day % 5) * 20_000), day === 9 ? -15_000n : 4000n],
}))
const usage = {
  series: [
    { name: 'Email', fill: 'fill-email' },
    { name: 'App', fill: 'fill-app' },
    { name: UGLY, fill: 'fill-sms' },
  ],
  columns: days,
}
const signed = (value: bigint) => (value < 0n ? `−${grouped(-value)}` : grouped(value))
const PLAIN = { footer: null, buttons: [] }

export function Gallery() {
  const [isTable, setTable] = useState(false)
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'confirm' | null>(null)
  const [header, setHeader] = useState<'none' | 'document'>('none')
  const close = () => setOpen(null)
  const now = useMinute()
  return (
    <Page
      title="Design"
      actions={
        <>
          <Button onPress={() => chooseTheme('light')}>Light</Button>
          <Button onPress={() => chooseTheme('dark')}>Dark</Button>
        </>
      }
    >
      <Section title="Bulk actions">
        <BulkBar
          count={1200}
          onClear={() => tell('Selection cleared')}
          all={<SelectBox label="Select all" isOn={false} onToggle={() => {}} />}
        >
          <Button>Archive</Button>
          <Button>{UGLY.slice(0, 24)}</Button>
        </BulkBar>
      </Section>
      <Section title="Buttons">
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" icon={<Plus aria-hidden className="size-4" />}>
            Primary
          </Button>
          <Button>Plain</Button>
          <Button look="quiet">Quiet</Button>
          <Button look="danger">Danger</Button>
          <Button disabled>Disabled</Button>
          <Button isBusy>Busy</Button>
          <IconButton label="Archive" shortcut="e">
            <Archive aria-hidden className="size-4" />
          </IconButton>
          <Menu trigger={<Button>Menu</Button>}>
            <MenuItem
              shortcut="e"
              icon={<Archive aria-hidden className="size-4" />}
              onSelect={() => tell('Archived', { undo: { label: 'Undo', onPress: () => tell('Unarchived') } })}
            >
              Archive
            </MenuItem>
            <MenuLine />
            <MenuItem
              isDanger
              icon={<Trash2 aria-hidden className="size-4" />}
              onSelect={() => tell('Couldn’t delete this contact', { isBad: true, detail: UGLY })}
            >
              Delete
            </MenuItem>
          </Menu>
          <Button onPress={() => setOpen('dialog')}>Dialog</Button>
          <Button onPress={() => setOpen('sheet')}>Sheet</Button>
          <Button onPress={() => setOpen('confirm')}>Confirm</Button>
        </div>
      </Section>
      <Section title="Fields" description="An error appears under its field and says how to fix it.">
        <div className="grid max-w-xl gap-4 sm:grid-cols-2">
          <Field label="Name" hint="Shown to contacts.">
            <Input defaultValue={UGLY} />
          </Field>
          <Field label="Email" error="Enter a full address, such as ravi@example.com.">
            <Input type="email" defaultValue="ravi@" />
          </Field>
          <Field label="Role">
            <Select defaultValue="agent">
              <option value="agent">Agent</option>
              <option value="owner">Owner</option>
            </Select>
          </Field>
          <Checkbox label="Notify me by email" hint="At most one email per hour." defaultChecked />
          <Field label="Text" className="sm:col-span-2">
            <TextArea placeholder="Write a message" />
          </Field>
        </div>
      </Section>
      <Section title="Chats">
        <Choices
          label="Header"
          value={header}
          options={[
            { value: 'none', label: 'None' },
            { value: 'document', label: 'Document' },
          ]}
          onChange={setHeader}
        />
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <ChatBubble
            header={header === 'none' ? null : { type: 'document', file: null }}
            text={`*Bold*, _italic_, ~struck~: ${UGLY}`}
            footer={UGLY.slice(0, 60)}
            buttons={[1, 2, 3, 4].map((place) => ({ type: 'quick_reply', text: `Button ${place}` }))}
          />
          <ChatBubble
            header={{ type: 'location', latitude: '18.5204', longitude: '73.8567', name: UGLY, address: UGLY }}
            text="Our new shop"
            {...PLAIN}
          />
          <ChatBubble
            header={{ type: 'text', text: 'Sizes' }}
            text="Which size?"
            {...PLAIN}
            list={{ button: 'Choose', sections: [{ title: 'Cotton', rows: [{ title: 'Small', description: UGLY }] }] }}
          />
        </div>
      </Section>
      <Section title="Amounts, times and statuses">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Money amount="123456.78" />
          <Money amount="0.085" />
          <Money amount="-0.15" isSigned />
          <Money amount="5000.00" isSigned />
          <TestMoney />
          <Time at={now - 20} />
          <Time at={now - 3000} />
          <Time at={now - 90_000} />
          <Time at={now} isExact />
          <Status>Draft</Status>
          <Status tone="good">Delivered</Status>
          <Status tone="warn">Waiting</Status>
          <Status tone="bad">Failed</Status>
          <Status tone="accent">New</Status>
          {channelNames.map((channel) => (
            <Channel key={channel} channel={channel} isNamed />
          ))}
          <Avatar name="Ravi Kumar" />
          <Avatar name="👩‍👩‍👧‍👦" />
        </div>
      </Section>
      <Section title="Notices">
        <Notice tone="warn">No connection. What you see may be out of date.</Notice>
        <Notice tone="bad" action={<Button>Recharge</Button>}>
          Sending is paused because the balance is used up.
        </Notice>
      </Section>
      <Section title="Tables">
        <Panel>
          <Table
            label="Transactions"
            head={
              <>
                <Head>Time</Head>
                <Head>Description</Head>
                <Head isFigure>Amount</Head>
              </>
            }
          >
            {[UGLY, 'Recharge', 'Message to Asha'].map((what, place) => (
              <Row key={what}>
                <Cell>
                  <Time at={now - place * 100_000} />
                </Cell>
                <Cell>{what}</Cell>
                <Cell isFigure>
                  <Money amount={place === 1 ? '5000' : '-0.15'} isSigned />
                </Cell>
              </Row>
            ))}
          </Table>
        </Panel>
      </Section>
      <Section title="Charts">
        <ChartOrTable
          label="Messages by day"
          columnLabel="Day"
          data={usage}
          format={signed}
          formatTick={signed}
          plain={String}
          filename="messages.csv"
          isTable={isTable}
          onSwitch={setTable}
        />
      </Section>
      <Section title="Details, progress and errors">
        <div className="flex max-w-xl flex-col gap-4">
          <Facts
            facts={[
              { name: 'Name', value: UGLY },
              { name: 'ID', value: <Identity id="txn_01m840kfbjeha8dgy9hgmptcnq" /> },
            ]}
          />
          <Progress label="Progress" percent={40} />
          <Progress label="Just started" percent={0} />
          <Spinner />
          <More hasMore isLoading onMore={() => {}} />
          <Problem error={failure} />
        </div>
      </Section>
      <Section title="Code">
        <Code text={`curl -X POST http://localhost:8080/v1/messages -d '{"text": "${UGLY} ${UGLY}"}'`} />
      </Section>
      <Section title="Empty states">
        <div className="grid gap-4 lg:grid-cols-3">
          <Panel>
            <Skeleton rows={4} />
          </Panel>
          <Panel>
            <Empty title="No contacts yet" action={<Button look="primary">Add contact</Button>}>
              People you write to appear here.
            </Empty>
          </Panel>
          <Panel>
            <Failed error={failure} onRetry={() => tell('Retried')} />
          </Panel>
        </div>
      </Section>
      <Dialog
        isOpen={open === 'dialog' || open === 'sheet'}
        isSheet={open === 'sheet'}
        onClose={close}
        title="New contact"
        description="Enter a name and at least one address."
        actions={
          <Button look="primary" onPress={close}>
            Add contact
          </Button>
        }
      >
        <Field label="Name">
          <Input />
        </Field>
      </Dialog>
      <Confirm
        isOpen={open === 'confirm'}
        onClose={close}
        title={`Delete ${UGLY}?`}
        action="Delete contact"
        isDanger
        onConfirm={close}
      >
        Its 12 messages are deleted too; their charges stay on the statement. This can’t be undone.
      </Confirm>
    </Page>
  )
}
