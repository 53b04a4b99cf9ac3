/** Whether this page is at an address that no other device can reach. */
export function isLoopback(): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
}
