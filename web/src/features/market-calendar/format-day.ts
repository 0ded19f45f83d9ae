const STYLE = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})

/** Mon, 26 Jan 2026. A calendar day has no time zone of its own. */
export function formatDay(day: string): string {
  return STYLE.format(new Date(`${day}T00:00:00Z`))
}
