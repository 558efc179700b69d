import { isLocalDatabase } from "./local-database.mjs";

describe("a database", () => {
  test.each([
    "postgresql://postgres:pw@127.0.0.1:5432/campus",
    "postgres://localhost/campus",
    "postgresql://u:p@[::1]:5432/campus",
    "postgresql:///campus?host=/var/run/postgresql",
    "postgresql://localhost/campus?host=/tmp",
  ])("at %s is of this machine", (address) => {
    expect(isLocalDatabase(address)).toBe(true);
  });

  test.each([
    "postgresql://u:p@db.example.com:5432/campus",
    "postgresql://u:p@10.0.0.5/campus",
    "postgresql://u:p@localhost.evil.example/campus",
    "postgresql://localhost@db.example.com/campus",
    "postgresql://localhost/campus?host=db.example.com",
    "postgresql://localhost/campus?hostaddr=10.0.0.5",
    "postgresql://localhost/campus?host=/tmp&host=db.example.com",
    "mysql://localhost/campus",
    "",
    "campus",
  ])("at %j is not", (address) => {
    expect(isLocalDatabase(address)).toBe(false);
  });
});
