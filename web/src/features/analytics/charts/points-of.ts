/** How a line marks its days: many without dots, a single one with a dot that stands for the line. */
export function pointsOf(days: number) {
  return { pointRadius: days === 1 ? 5 : days > 40 ? 0 : 2, pointHitRadius: 12, borderWidth: 2, tension: 0 }
}
