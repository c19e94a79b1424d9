/** The four roles: their folders under `services/`, and the names that `health` and subjects know them by. */
export const ROLE_NAMES = ['planner', 'executor', 'observer', 'feedback-router'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

/** How many processes of each role are wanted; one where nothing is said. */
export type Scale = Readonly<Partial<Record<RoleName, number>>>;

export const isRoleName = (name: string): name is RoleName =>
  (ROLE_NAMES as readonly string[]).includes(name);

/** `feedback-router` is `router` on the bus. */
export const busNameOf = (role: RoleName): string => (role === 'feedback-router' ? 'router' : role);
