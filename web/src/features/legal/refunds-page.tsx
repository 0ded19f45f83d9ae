import { NoticePage } from './notice-page.tsx'

export function RefundsPage() {
  return <NoticePage notice="refunds" />
}
