// Payment gateways that an installation can use, and the settings of each.

import { api } from '../app/api.ts'

interface Common {
  base_url?: string
  is_enabled: boolean
  is_default: boolean
}

export const gateways = {
  razorpay: {
    id: 'key_id',
    secrets: ['key_secret', 'webhook_secret'],
    set: (id: string, secrets: Record<string, string>, common: Common) =>
      api.gateways.razorpay.set({ key_id: id, ...secrets, ...common }),
    remove: () => api.gateways.razorpay.remove(),
  },
  cashfree: {
    id: 'client_id',
    secrets: ['client_secret'],
    set: (id: string, secrets: Record<string, string>, common: Common) =>
      api.gateways.cashfree.set({ client_id: id, ...secrets, ...common }),
    remove: () => api.gateways.cashfree.remove(),
  },
} as const

export type GatewayKey = keyof typeof gateways
