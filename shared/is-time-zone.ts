/** True for an IANA time zone that this Node.js knows, such as `Asia/Shanghai`. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
