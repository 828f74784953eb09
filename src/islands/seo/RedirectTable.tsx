import { type CheckedRedirect, LINK_PROBLEMS } from '#domain/seo-figures.ts';

interface Props {
  readonly redirects: readonly CheckedRedirect[];
  /** Whether the build's figures include the result for each redirect. */
  readonly isChecked: boolean;
}

/** Old paths and their targets. The service answers each with a permanent redirect. */
export function RedirectTable({ redirects, isChecked }: Props) {
  if (redirects.length === 0) return <p>No redirects configured yet.</p>;
  return (
    <table className="seo-table">
      <caption className="visually-hidden">Redirects</caption>
      <thead>
        <tr>
          <th scope="col">Old URL</th>
          <th scope="col">New URL</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {redirects.map(({ from, to, problem }) => (
          <tr key={from}>
            <th scope="row">
              <code>{from}</code>
            </th>
            <td>
              <code>{to}</code>
            </td>
            <td>{describeStatus(problem, isChecked)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function describeStatus(problem: CheckedRedirect['problem'], isChecked: boolean): string {
  if (problem !== undefined) return `301, but ${LINK_PROBLEMS[problem]}`;
  return isChecked ? '301, arrives' : '301';
}
