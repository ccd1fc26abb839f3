// Decides which traces are kept. Source: opentelemetry.io/docs/specs/otel/trace/sdk, TraceIdRatioBased and ParentBased:
// by the last 56 bits of the trace's id, so that all processes decide alike without communication.

import type { SamplerName } from '#kit/tracing-settings.ts'
import type { Parent } from './traceparent.ts'

export interface Sampler {
  /** For a trace that starts here. */
  samples(traceId: string): boolean
  /** For a trace that a caller has started. */
  continues(parent: Parent): boolean
}

const RANDOM_DIGITS = 14
const VALUES = 16 ** RANDOM_DIGITS

/** `share`: from 0 to 1, for ratio samplers. */
export function createSampler(name: SamplerName, share: number): Sampler {
  const kept = name.endsWith('always_on') ? 1 : name.endsWith('always_off') ? 0 : share
  const least = (1 - kept) * VALUES
  const samples = (traceId: string) => kept > 0 && Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) >= least
  return {
    samples,
    continues: ({ traceId, isSampled }) => (name.startsWith('parentbased') ? isSampled : samples(traceId)),
  }
}
