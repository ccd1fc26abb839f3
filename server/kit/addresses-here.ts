// Addresses of servers on this machine.

/** By a program of the same machine: one that listens everywhere listens on the loopback too. */
export function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Loopback addresses, and wildcard addresses that are reachable through loopback. */
const ON_LOOPBACK = ['127.0.0.1', '::1', '0.0.0.0', '::']

/** By people: at the loopback by its name, as a browser allows no passkey at an address in numbers. */
export const localAddressOf = (host: string, port: number): string =>
  ON_LOOPBACK.includes(host) ? `http://localhost:${port}` : addressOf(host, port)
