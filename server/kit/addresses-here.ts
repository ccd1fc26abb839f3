// Addresses of servers on this machine.

/** For programs on this machine: a server that listens on all addresses is reachable through the loopback address. */
export function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Loopback addresses, and wildcard addresses that are reachable through loopback. */
const ON_LOOPBACK = ['127.0.0.1', '::1', '0.0.0.0', '::']

/** For people: the loopback address by name, because browsers allow no passkeys for numeric addresses. */
export const localAddressOf = (host: string, port: number): string =>
  ON_LOOPBACK.includes(host) ? `http://localhost:${port}` : addressOf(host, port)
