/** No post is open over the profile. */
export default function NoModal() {
  return null;
}
