// In which zone times are shown: India's, unless the person chose another.

import { createContext, type ReactNode, use } from 'react'
import { INDIA } from './india.ts'

const TimeZoneContext = createContext(INDIA)

export const useTimeZone = (): string => use(TimeZoneContext)

export const TimeZoneProvider = ({ zone, children }: { zone: string | null | undefined; children: ReactNode }) => (
  <TimeZoneContext value={zone ?? INDIA}>{children}</TimeZoneContext>
)
