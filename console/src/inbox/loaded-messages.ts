// The loaded messages of the open conversation, for references to them.

import type { Message } from '@samvad/sdk'
import { createContext } from 'react'

export const LoadedMessages = createContext<{
  find(id: string): Message | undefined
  /** Scrolls to a loaded message. */
  jumpTo(id: string): void
}>({ find: () => undefined, jumpTo: () => {} })
