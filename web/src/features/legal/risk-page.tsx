import { NoticePage } from './notice-page.tsx'

export function RiskPage() {
  return <NoticePage notice="risk" />
}
