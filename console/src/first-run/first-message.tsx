import type { Message } from '@samvad/sdk'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Composer } from './composer.tsx'
import { type Recipient, useSandboxChannels } from './data.ts'
import { DeviceView } from './device-view.tsx'
import { words } from './words.ts'

interface Sent {
  recipient: Recipient
  message: Message
}

/** The composer next to the receiving device. */
export function FirstMessage({ onArrived }: { onArrived: () => void }) {
  const w = useWords(words)
  const [sent, setSent] = useState<Sent | null>(null)
  const inSandbox = useSandboxChannels()
  return (
    <div className="mb-8 grid gap-8 lg:grid-cols-2">
      <section>
        <h2 className="mb-3 text-lead font-semibold">{w.write}</h2>
        {inSandbox && (
          <Composer
            inSandbox={inSandbox}
            onSent={(recipient, message) => setSent({ recipient, message })}
            hasSent={sent !== null}
          />
        )}
      </section>
      <section>
        <h2 className="mb-3 text-lead font-semibold">{w.arrives}</h2>
        {sent ? (
          <DeviceView key={sent.message.id} {...sent} onArrived={onArrived} />
        ) : (
          <p className="rounded-box border border-dashed border-line px-4 py-10 text-center text-soft">
            {w.arrivesDetail}
          </p>
        )}
      </section>
    </div>
  )
}
