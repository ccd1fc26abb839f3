// How many messages were sent: all but those that were refunded.

export interface Counts {
  messages: number
  /** Null in a monthly summary that was made before it was counted. */
  sent: number | null
  delivered: number
  failed: number
  amount: string
}

export const sentOf = ({ sent, messages }: Pick<Counts, 'sent' | 'messages'>): number => sent ?? messages
