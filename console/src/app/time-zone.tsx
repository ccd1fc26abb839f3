// The time zone of displayed times: India's, unless the user has chosen another.

import { createContext, type ReactNode, use } from 'react'
import { INDIA } from './india.ts'

const TimeZoneContext = createContext(INDIA)

export const useTimeZone = (): string => use(TimeZoneContext)

export const TimeZoneProvider = ({ zone, children }: { zone: string | null | undefined; children: ReactNode }) => (
  <TimeZoneContext value={zone ?? INDIA}>{children}</TimeZoneContext>
)
