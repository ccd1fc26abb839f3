// Settings of tracing. They have OpenTelemetry's standard names, so that one environment configures all programs.
// Source: opentelemetry.io/docs/specs/otel/protocol/exporter and …/configuration/sdk-environment-variables.

import { secret, setting } from './setting.ts'
import { oneOf, optionalUrl, type Reader, text } from './setting-readers.ts'

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplers)[number]

/** All tracing settings together. */
export interface TracingSettings {
  /** URL to which spans are posted: `…/v1/traces`. */
  url: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  sampler: SamplerName
  /** Fraction of traces to sample, from 0 to 1. */
  share: number
}

const endpoint: Reader<string | null> = (value) => {
  const base = optionalUrl(['http:', 'https:'])(value)
  if (base !== null && /[?#]/.test(base)) throw new Error('must be a URL without query or fragment')
  return base
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** `name=value,name=value` with percent-encoded values: W3C Baggage without properties. */
const headers: Reader<Readonly<Record<string, string>>> = (value) => {
  const pairs = value.split(',').flatMap((one) => one.trim() || [])
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = '', encoded = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? []
      const said = decoded(encoded.trim())
      if (!HEADER_NAME.test(name.trim()) || said === null || !HEADER_VALUE.test(said))
        throw new Error('must be headers such as authorization=Bearer%20TOKEN,x-tenant=samvad')
      return [name.trim().toLowerCase(), said]
    }),
  )
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

const share: Reader<number> = (value) => {
  const number = Number(value)
  if (!/^\d*\.?\d+$/.test(value) || number > 1) throw new Error('must be a fraction from 0 to 1, such as 0.05')
  return number
}

export const tracingSettings = {
  otlpEndpoint: secret(
    setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      '',
      'URL of an OpenTelemetry collector that accepts OTLP over HTTP, such as `http://127.0.0.1:4318`, for [traces](docs/operating/traces.md). Empty = tracing is off.',
      endpoint,
    ),
  ),
  otlpHeaders: secret(
    setting(
      'OTEL_EXPORTER_OTLP_HEADERS',
      '',
      'Headers for the collector: comma-separated `name=value` pairs, values percent-encoded.',
      headers,
    ),
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', 'samvad', 'Service name in traces.', text),
  otelSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    "Sampler: `always_on`, `always_off`, `traceidratio`, or one of these with the prefix `parentbased_`, which follows the caller's sampling decision.",
    oneOf(samplers),
  ),
  otelSamplerShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'Fraction of traces that `traceidratio` samples, from 0 to 1.',
    share,
  ),
}

type Read = { [K in keyof typeof tracingSettings]: ReturnType<(typeof tracingSettings)[K]['read']> }

/** Null if no endpoint is set: tracing is off. */
export function tracingOf(read: Read): TracingSettings | null {
  if (read.otlpEndpoint === null) return null
  return {
    url: `${read.otlpEndpoint}/v1/traces`,
    headers: read.otlpHeaders,
    serviceName: read.otelServiceName,
    sampler: read.otelSampler,
    share: read.otelSamplerShare,
  }
}
