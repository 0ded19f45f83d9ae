export function copyName(name: string): string {
  return `${name} (copy)`.slice(0, 60)
}
